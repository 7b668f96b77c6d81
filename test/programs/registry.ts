import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Registry {
  url: string;
  close(): void;
}

/** A registry that has one package more than the real one, to which it leads for all others. */
export async function registryWith(
  manifest: { name: string; version: string },
  tarball: string,
  realRegistry: string,
): Promise<Registry> {
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const { name, version } = manifest;
  let url = '';
  const server = createServer((request, response) => {
    if (request.url === `/${name}`) {
      const dist = { tarball: `${url}${name}.tgz`, integrity };
      const versions = { [version]: { ...manifest, dist } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else if (request.url === `/${name}.tgz`) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    } else {
      response.writeHead(302, { location: new URL(`.${request.url}`, realRegistry).href }).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
