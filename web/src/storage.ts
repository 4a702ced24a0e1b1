// Values in the browser's local storage. What it does not take, because it is full or blocked, is kept
// in memory, so that the page works until it is closed.

const PREFIX = 'crownhead.';

const memory = new Map<string, string>();
/** Whether something is kept in memory alone, and nobody was told. */
let untold = false;

function loadText(name: string): string | null {
  const kept = memory.get(name);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function loadItem<T>(name: string): T | null {
  try {
    const text = loadText(name);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Stores a value, and returns whether it outlasts the page. */
export function saveItem(name: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, text);
    untold = true;
    return false;
  }
}

export function removeItem(name: string) {
  memory.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // What cannot be removed cannot be loaded either.
  }
}

/** Whether to warn that something is kept in memory alone: true once. */
export function takeStorageWarning(): boolean {
  const warn = untold && memory.size > 0;
  if (warn) untold = false;
  return warn;
}

/** Calls back when another tab stores another value of that name, until the returned function is called. */
export function onStoredElsewhere(name: string, changed: () => void): () => void {
  const listener = ({ key }: StorageEvent) => key === PREFIX + name && changed();
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
