// How a text is put together: its form for a number, and what fills its places.

/** The forms of a text that depends on `count`, such as "1 move" and "5 moves". */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** A text, with places in braces. */
export type Text = string | Plural;

export type Values = Record<string, string | number>;

/** The form of a text for a number of things, by the rules of the language. */
export function formOf(text: Text, count: string | number | undefined, language: string): string {
  if (typeof text === 'string') return text;
  const rule = new Intl.PluralRules(language).select(Number(count));
  return text[rule] ?? text.other;
}

/** A text with its places filled in; numbers are written as the language writes them. */
export function fill(text: string, values: Values, language: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}
