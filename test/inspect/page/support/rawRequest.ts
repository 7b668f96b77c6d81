import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  head: string;
  body: string;
}

/** Sends a request exactly as written: no client corrects its headers or path. */
export function rawRequest(
  port: number,
  lines: readonly string[],
  body = '',
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.once('error', reject);
    socket.once('close', () => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') });
    });
    socket.write(`${[...lines, 'connection: close', '', ''].join('\r\n')}${body}`);
  });
}
