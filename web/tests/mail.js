// A mail relay for tests: it takes whatever it is given, and hands on the first that is wanted.

import { createServer } from 'node:net';

/** Starts a relay on a port of its own, that waits for a mail with these words. */
export async function relay(wanted) {
  let heard = () => {};
  const mail = new Promise((resolve) => (heard = resolve));
  const server = createServer((socket) => {
    let text = '';
    let inMail = false;
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      text += data;
      for (let end; (end = text.indexOf('\r\n')) >= 0 && !inMail;) {
        const line = text.slice(0, end).toUpperCase();
        text = text.slice(end + 2);
        inMail = line === 'DATA';
        socket.write(inMail ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
      const end = text.indexOf('\r\n.\r\n');
      if (!inMail || end < 0) return;
      const mail = text.slice(0, end).replaceAll('=\r\n', '').replaceAll('=3D', '=');
      if (mail.includes(wanted)) heard(mail);
      inMail = false;
      text = text.slice(end + 5);
      socket.write('250 taken\r\n');
    });
    socket.write('220 here\r\n');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: server.address().port, mail, stop: () => server.close() };
}
