// The address is the page: which one, and of what.

export type Page =
  | { name: 'shelf' }
  | { name: 'begin'; game: string }
  | { name: 'local'; id: string }
  | { name: 'match'; id: string }
  | { name: 'book'; game: string; rule: string }
  | { name: 'compare' }
  | { name: 'study' }
  | { name: 'settings' }
  | { name: 'nowhere' };

function read({ pathname, hash }: Location): Page {
  const [first = '', second = '', ...more] = decodeURI(pathname).split('/').slice(1);
  if (more.length > 0) return { name: 'nowhere' };
  if (first === '' && second === '') return { name: 'shelf' };
  if (first === 'play' && second) return { name: 'begin', game: second };
  if (first === 'here' && second) return { name: 'local', id: second };
  if (first === 'rules' && second === 'compare') return { name: 'compare' };
  if (first === 'rules' && second) return { name: 'book', game: second, rule: hash.slice(1) };
  if (first === 'study' && !second) return { name: 'study' };
  if (first === 'settings' && !second) return { name: 'settings' };
  if (/^[A-Za-z0-9]{8}$/.test(first) && !second) return { name: 'match', id: first };
  return { name: 'nowhere' };
}

export const at = $state<{ page: Page; visit: number }>({ page: read(location), visit: 0 });

function arrive() {
  at.page = read(location);
  at.visit++;
}

/** Goes to an address of this page. */
export function go(path: string) {
  history.pushState(null, '', path);
  arrive();
  scrollTo(0, 0);
}

/** The same page at another address, without a step in the history. */
export function rename(path: string) {
  history.replaceState(null, '', path);
}

/** Lets links lead on without loading the page anew. */
export function listen() {
  addEventListener('popstate', arrive);
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    if (!link || !plain || link.target || link.origin !== location.origin) return;
    if (link.hasAttribute('download')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
