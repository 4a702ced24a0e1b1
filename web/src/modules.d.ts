declare module 'virtual:catalog' {
  const catalog: import('./generated/wasm').GameBox[];
  export default catalog;
}
