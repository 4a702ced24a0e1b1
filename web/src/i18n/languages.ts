// The languages of the page: every folder of `languages/` is one. English is built in, with its words
// in `en.ts`; the texts of others are loaded when somebody chooses them.

/** What `language.json` says of a language. */
export interface Language {
  /** What it is called in itself. */
  name: string;
  direction: 'ltr' | 'rtl';
}

/** The files that a language may have besides `language.json`. */
type LanguageFile = 'words' | 'sentences' | 'rule-book';

const manifests = import.meta.glob<Language>('./languages/*/language.json', {
  eager: true,
  import: 'default',
});
const files = import.meta.glob<Record<string, never>>(
  ['./languages/*/*.json', '!./languages/*/language.json'],
  { import: 'default' },
);

/** The languages by their codes, such as `es`. */
export const languages: Record<string, Language> = Object.fromEntries(
  Object.entries(manifests).map(([path, language]) => [path.split('/').at(-2)!, language]),
);

/** The first of the wanted languages that is here, or else English. */
export function bestLanguage(wanted: readonly string[]): string {
  const codes = wanted.map((tag) => tag.split('-')[0]!.toLowerCase());
  return codes.find((code) => code in languages) ?? 'en';
}

/** A file of a language; nothing if there is none or it cannot be loaded. */
export async function loadFile<T>(code: string, file: LanguageFile): Promise<T | null> {
  const load = files[`./languages/${code}/${file}.json`];
  return load
    ? load().then(
        (texts) => texts as T,
        () => null,
      )
    : null;
}
