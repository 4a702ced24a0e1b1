// The ten players that the computer can be: one for each level, with a name and a face.

const faces = import.meta.glob<string>('./portraits/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Names that are at home in every language of the page, from level 1 to level 10. */
const NAMES = ['Mia', 'Leo', 'Nina', 'Hugo', 'Amara', 'Emil', 'Carla', 'Omar', 'Vera', 'Elias'];

export interface Character {
  level: number;
  name: string;
  /** The address of the portrait. */
  face: string;
}

export const characters: Character[] = NAMES.map((name, i) => ({
  level: i + 1,
  name,
  face: faces[`./portraits/${i + 1}.svg`]!,
}));

/** Who plays at a level. */
export const character = (level: number): Character =>
  characters[Math.min(Math.max(Math.round(level), 1), characters.length) - 1]!;
