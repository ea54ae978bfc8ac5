// The client's half of signing, for both clients of this folder.
import { createGatewaySign, type SignSession } from '@x/gateway-sign'
import { nodePorts } from '@x/kit/node'
import { createMemoryAsyncStorage, createMemoryStorage } from '@x/kit/testing'
import { profile } from './wire.ts'

/** The answer of the log-in. */
export interface Login {
  readonly token: string
  readonly session: SignSession
}

/**
 * Who is logged in. In a page take `browserPorts()` of `@x/kit/browser`, and `createStorage()` and
 * `createAsyncStorage()` of `@x/storage` instead of the memory.
 */
export function createSession(options: { readonly origin: string; readonly issuer: string }) {
  const { clock, random, locks } = nodePorts()
  let login: Login | undefined
  const gatewaySign = createGatewaySign({
    configStorage: createMemoryStorage(),
    keyStorage: createMemoryAsyncStorage(),
    session: () => login?.session,
    readSession: (data) => (data as Login).session,
    clock,
    random,
    locks,
    profile,
    secureContext: true,
    issuerCertificates: [options.issuer],
    fetchConfig: async () => (await fetch(`${options.origin}/sign-config`)).json(),
  })
  return {
    clock,
    random,
    gatewaySign,
    token: () => login?.token,
    enter: (answer: Login | undefined) => void (login = answer),
  }
}

export type Session = ReturnType<typeof createSession>
