// The signed-in account. What the browser stores is only a hint: the server decides.

import { chosen } from '../settings.svelte';
import { removeItem, saveItem, loadItem } from '../storage';

let name = $state(loadItem<string>('account') ?? '');

export const me = {
  /** The account that is signed in here, if any. */
  get name(): string {
    return name;
  },

  signedIn(as: string) {
    name = as;
    saveItem('account', as);
  },

  signedOut() {
    name = '';
    removeItem('account');
  },
};

const NICKNAME = /^[\p{L}\p{N}]+([ \-_.'][\p{L}\p{N}]+)*$/u;

/** Whether the server would call somebody so. */
export const isNickname = (text: string) =>
  text.length <= 24 && NICKNAME.test(text) && !isReserved(text);

/** Whether a name would look like the computer's, which nobody else may have. */
export const isReserved = (text: string) => /^computer/i.test(text.trim());

/** What one is called in a match: the nickname of the settings, if it can be one. */
export const nickname = () => (isNickname(chosen.name.trim()) ? chosen.name.trim() : '');
