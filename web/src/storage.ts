// What this browser keeps. A browser that keeps nothing is played in all the same.

const PREFIX = 'crownhead.';

export function kept<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Keeps a value, and says whether it could. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(name: string) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // What cannot be kept need not be forgotten.
  }
}
