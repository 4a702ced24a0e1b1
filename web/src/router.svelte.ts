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
  | { name: 'lobby' }
  | { name: 'games' }
  | { name: 'player'; player: string }
  | { name: 'account' }
  | { name: 'recover'; secret: string }
  | { name: 'nowhere' };

/** Pages whose address is their name. */
const PLAIN = ['study', 'settings', 'lobby', 'games', 'account'] as const;

function read({ pathname, hash }: Location): Page {
  const [first = '', second = '', ...more] = decodeURI(pathname).split('/').slice(1);
  if (more.length > 0) return { name: 'nowhere' };
  if (first === '' && hash.startsWith('#recover='))
    return { name: 'recover', secret: hash.slice(9) };
  if (first === '' && second === '') return { name: 'shelf' };
  const plain = PLAIN.find((name) => name === first && !second);
  if (plain) return { name: plain };
  if (first === 'player' && second) return { name: 'player', player: second };
  if (first === 'play' && second) return { name: 'begin', game: second };
  if (first === 'here' && second) return { name: 'local', id: second };
  if (first === 'rules' && second === 'compare') return { name: 'compare' };
  if (first === 'rules' && second) return { name: 'book', game: second, rule: hash.slice(1) };
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
