declare module 'virtual:shelf' {
  const shelf: import('./types').Box[];
  export default shelf;
}
