// Every kind of match session, told apart by `kind`.

import type { LiveSession } from './live-session.svelte';
import type { LocalSession } from './local-session.svelte';

export type Session = LocalSession | LiveSession;
