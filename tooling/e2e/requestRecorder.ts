import { createHash, createPublicKey, verify } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import type { BrowserContext } from '@playwright/test'

/** One request with its bytes on the wire, and the gateway's response. */
export interface SeenRequest {
  readonly method: string
  readonly target: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
  readonly status: number
  readonly signError: string | undefined
}

interface RequestRecorder {
  readonly url: string
  readonly seen: readonly SeenRequest[]
  stop(): Promise<void>
}

/**
 * A proxy between browser and gateway that forwards every byte unchanged and records each request.
 */
export async function startRequestRecorder(gatewayUrl: string): Promise<RequestRecorder> {
  const port = Number(new URL(gatewayUrl).port)
  const seen: SeenRequest[] = []
  const server = http.createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      const { method = '', url: target = '', headers } = incoming
      const onward = http.request(
        { host: '127.0.0.1', port, method, path: target, headers: incoming.rawHeaders },
        (answer) => {
          const signError = answer.headers['gw-sign-error']
          seen.push({
            method,
            target,
            headers,
            body,
            status: answer.statusCode ?? 0,
            signError: signError === undefined ? undefined : String(signError),
          })
          outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
          answer.pipe(outgoing)
        },
      )
      onward.on('error', () => outgoing.destroy())
      onward.end(body)
    })
  })
  const tunnels = new Set<Duplex>()
  // Sockets of market data: bytes both ways, unread.
  server.on('upgrade', (incoming, socket, head) => {
    tunnels.add(socket)
    socket.on('close', () => tunnels.delete(socket))
    const onward = net.connect(port, '127.0.0.1', () => {
      const fields = Array.from(
        { length: incoming.rawHeaders.length / 2 },
        (_, n) => `${incoming.rawHeaders[2 * n]}: ${incoming.rawHeaders[2 * n + 1]}\r\n`,
      )
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${fields.join('')}\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    socket.on('close', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as net.AddressInfo).port}`,
    seen,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        // Upgraded connections are no longer the server's own.
        for (const tunnel of tunnels) tunnel.destroy()
      }),
  }
}

/** The bytes that the pages of a context signed with WebCrypto, and the public keys they made. */
export interface SignatureRecords {
  /** The bytes under each signature (base64). */
  readonly signed: ReadonlyMap<string, Buffer>
  /** SPKI of each key, by its key id. */
  readonly keys: ReadonlyMap<string, Buffer>
}

/**
 * Wraps WebCrypto in every page, so that what was signed is known without the product's code.
 */
export async function recordSignatures(context: BrowserContext): Promise<SignatureRecords> {
  const signed = new Map<string, Buffer>()
  const keys = new Map<string, Buffer>()
  await context.exposeBinding(
    '__signed',
    (_, signature: string, data: string) => void signed.set(signature, Buffer.from(data, 'base64')),
  )
  await context.exposeBinding(
    '__publicKey',
    (_, spki: string) => void keys.set(md5(Buffer.from(spki)), Buffer.from(spki, 'base64')),
  )
  await context.addInitScript(() => {
    const page = globalThis as unknown as {
      __signed(signature: string, data: string): void
      __publicKey(spki: string): void
    }
    const base64 = (source: BufferSource) => {
      const bytes = ArrayBuffer.isView(source)
        ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
        : new Uint8Array(source)
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    }
    const { sign, exportKey } = SubtleCrypto.prototype as unknown as Record<
      string,
      (...values: unknown[]) => Promise<ArrayBuffer>
    >
    Object.assign(SubtleCrypto.prototype, {
      async sign(...values: [unknown, CryptoKey, BufferSource]) {
        // Copied before signing: the caller may use its buffer again.
        const data = base64(values[2])
        const signature = await sign!.apply(this, values)
        page.__signed(base64(signature), data)
        return signature
      },
      async exportKey(...values: [string, CryptoKey]) {
        const exported = await exportKey!.apply(this, values)
        if (values[0] === 'spki') page.__publicKey(base64(exported))
        return exported
      },
    })
  })
  return { signed, keys }
}

export interface SignTables {
  readonly exactUrls: Readonly<Record<string, string>>
  readonly prefixUrls: Readonly<Record<string, string>>
  readonly signModes: Readonly<Record<string, readonly string[]>>
}

export const isSigned = ({ headers }: SeenRequest): boolean => headers['device-sign'] !== undefined
export const pathOf = ({ target }: SeenRequest): string => target.split('?')[0] ?? ''

export function isUnderRule(request: SeenRequest, { exactUrls, prefixUrls }: SignTables): boolean {
  const path = pathOf(request)
  return (
    Object.hasOwn(exactUrls, path) ||
    Object.keys(prefixUrls).some((prefix) => path.startsWith(prefix))
  )
}

/**
 * The bytes that the signature of this request has to cover (wire protocol 2), put together from
 * the wire alone.
 */
export function bytesToSign(request: SeenRequest, { signModes }: SignTables): Buffer {
  const header = (name: string) => Buffer.from(String(request.headers[name] ?? ''))
  const parts: Readonly<Record<string, Buffer>> = {
    path: Buffer.from(pathOf(request)),
    time: header('tm').subarray(0, 8),
    traceId: header('trace-id'),
    body: request.body,
  }
  const fields = signModes[String(request.headers['device-sign-mode'])] ?? []
  return Buffer.concat(
    fields.flatMap((field, n) => [
      ...(n === 0 ? [] : [Buffer.from('\n')]),
      parts[field] ?? Buffer.from(`(${field})`),
    ]),
  )
}

/** The difference between sent and signed bytes; `undefined`: none. */
export function faultOf(
  request: SeenRequest,
  { tables, pen }: { readonly tables: SignTables; readonly pen: SignatureRecords },
): string | undefined {
  const { headers, method, target } = request
  const about = (what: string) => `${method} ${target}: ${what}`
  const bytes = bytesToSign(request, tables)
  const signature = String(headers['device-sign'])
  const written = pen.signed.get(signature)
  if (!written) return about('no page made this signature')
  if (!written.equals(bytes))
    return about(`signed ${written.length} bytes, seen ${bytes.length}, or others`)
  if (md5(bytes) !== headers['device-sign-data-md5']) return about('another md5')
  const key = pen.keys.get(String(headers['device-sign-key']))
  if (!key) return about('an unknown key')
  const isGenuine = verify(
    'RSA-SHA256',
    bytes,
    createPublicKey({ key, format: 'der', type: 'spki' }),
    Buffer.from(signature, 'base64'),
  )
  return isGenuine ? undefined : about('the signature does not verify')
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}
