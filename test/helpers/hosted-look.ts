import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** For 0.0.0.0, which is reached on this machine, and is no address of the loopback: made for tests, and trusted by nothing else. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjqhECltZisVVXPnX
/7z4UuiXlJjURZo9xqoYNDJY5qOhRANCAAQ/VtWq0I71LycRF8djBrf5/wXa3NpO
17zD70mEOMbws6gJbAtR5MZwaqaC7/0V16jw4o3Ikp1cUojL3860EtNS
-----END PRIVATE KEY-----`;
export const hostedCertificate = `-----BEGIN CERTIFICATE-----
MIIBazCCARKgAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFWb2ljZXdy
aWdodCB0ZXN0czAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRVm9pY2V3cmlnaHQgdGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAAQ/VtWq0I71LycRF8djBrf5/wXa3NpO17zD70mEOMbws6gJbAtR5MZwaqaC
7/0V16jw4o3Ikp1cUojL3860EtNSo0MwQTAPBgNVHREECDAGhwQAAAAAMA8GA1Ud
EwEB/wQFMAMBAf8wHQYDVR0OBBYEFCqxWFOu0YcJy7rXBNUFHjI91a7dMAoGCCqG
SM49BAMCA0cAMEQCIHNl0RvptBZswyHfi9VmnmhKoVDRB27MtoVeCXnkJPXPAiBn
FW7s9vrbJo02GGbm978RoJ1xzcIpbH3bqSSFpenqIA==
-----END CERTIFICATE-----`;

export interface HostedLook {
  /** `https://0.0.0.0:PORT`. */
  baseUrl: string;
  close(): Promise<void>;
}

/** A service of this machine at an address that the studio takes for one elsewhere, over TLS. Who connects has to trust the certificate. */
export async function hostedLook(service: { baseUrl: string }): Promise<HostedLook> {
  const behind = new URL(service.baseUrl);
  const server = createServer({ key, cert: hostedCertificate }, (request, response) => {
    const { method, headers, url = '' } = request;
    const onward = requestHttp(new URL(url, behind), { method: method ?? 'GET', headers: { ...headers, host: behind.host } }, (answer) => {
      answer.on('error', () => response.destroy());
      if (answer.headers['content-type']?.startsWith('application/json') === true)
        void passOnJson(answer, response, behind.origin, origin());
      else {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }
    });
    // A fault of the service that ends the connection ends this one too.
    onward.on('error', () => response.destroy());
    request.on('error', () => onward.destroy()).pipe(onward);
  });
  const origin = (): string => `https://0.0.0.0:${String((server.address() as AddressInfo).port)}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: origin(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A hosted service names its own addresses: those of the service behind would be plain HTTP and of this machine. */
async function passOnJson(answer: IncomingMessage, response: ServerResponse, from: string, to: string): Promise<void> {
  try {
    const text = Buffer.concat(await answer.toArray())
      .toString('utf8')
      .replaceAll(from, to);
    const headers = { ...answer.headers };
    delete headers['transfer-encoding'];
    response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
  } catch {
    response.destroy();
  }
}
