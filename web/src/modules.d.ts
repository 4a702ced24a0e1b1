declare module 'virtual:catalog' {
  const catalog: import('./types').GameBox[];
  export default catalog;
}
