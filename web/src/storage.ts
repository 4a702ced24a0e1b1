// Values in the browser's local storage. Without local storage the page works, and stores nothing.

const PREFIX = 'crownhead.';

export function loadItem<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Stores a value, and returns whether that worked. */
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
