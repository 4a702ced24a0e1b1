// The page begins here.

import '@fontsource-variable/figtree/wght.css';
import './fonts.css';
import './app.css';
import './lids.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { addPalettes } from './board/palette';
import { addSvgDefs } from './board/svg-defs';
import './board/board';
import { listen } from './router.svelte';
import { applySettings } from './settings.svelte';
import { loadWords } from './i18n/i18n.svelte';

applySettings();
addSvgDefs();
addPalettes();
listen();
await loadWords();
const room = document.getElementById('room')!;
room.replaceChildren();
mount(App, { target: room });
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}));
}
