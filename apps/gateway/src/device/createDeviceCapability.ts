import { createHmac } from 'node:crypto'
import type { Clock, Random } from '@x/kit'
import { RawAnswer, type Capability, type GatewayRequest } from '../server/route.ts'

export interface DeviceOptions {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: Random
  readonly secret: Buffer
  readonly isDevelopment: boolean
}

type Mode = 'ok' | 'demoted' | 'slow' | 'fail'

/** A client gives up after 10 s (spec section 9). */
const SLOW_MS = 12_000
const NONCE_BYTES = 6
const MAC_BYTES = 10

/**
 * The device service (spec section 7): 40 hex digits, of which the service recognises its own - 4 bytes of seconds,
 * 6 of chance, 10 of a MAC over both - so that no list of tokens has to be kept.
 */
export function createDeviceCapability({ clock, random, secret, isDevelopment }: DeviceOptions): Capability {
  const issue = (): string => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(Math.floor(clock.now() / 1000) % 2 ** 32)
    const body = Buffer.concat([head, random.bytes(NONCE_BYTES)])
    return Buffer.concat([body, createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES)]).toString('hex')
  }
  const answers: Readonly<Record<Mode, () => Promise<RawAnswer>>> = {
    ok: async () => plain(issue()),
    // Any other length is a token that its holder must think less of.
    demoted: async () => plain(issue().slice(0, 32)),
    async slow() {
      await new Promise<void>((resolve) => clock.after(SLOW_MS, resolve))
      return plain(issue())
    },
    fail: async () => new RawAnswer('', PLAIN, { status: 503 }),
  }
  return {
    routes: [
      {
        method: 'GET',
        path: '/v1/constantid/udid/c1',
        access: 'public',
        summary: 'A device token: 40 hex digits as plain text.',
        schema: {
          querystring: { type: 'object', required: ['appId'], properties: { appId: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' }, mode: { enum: Object.keys(answers) } } },
        },
        handler: ({ query }: GatewayRequest) => answers[isDevelopment ? ((query['mode'] ?? 'ok') as Mode) : 'ok'](),
      },
    ],
  }
}

const PLAIN = 'text/plain; charset=utf-8'

function plain(token: string): RawAnswer {
  return new RawAnswer(token, PLAIN)
}
