// What this browser keeps. A browser that keeps nothing is played in all the same.

const PREFIX = 'crownhead.';

export function loadItem<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Keeps a value, and says whether it could. */
export function saveItem(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function removeItem(name: string) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // What cannot be removed cannot be loaded either.
  }
}
