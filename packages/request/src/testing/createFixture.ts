/**
 * Shared test fixture: a client with an in-process server, a manual clock, a seeded random source
 * and a recording presenter.
 */
import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { createRequestClient, type RequestClientOptions } from '../createRequestClient.ts'
import { createServerClock } from '../createServerClock.ts'
import type { Presentation } from '../presenter.ts'
import { standardMiddlewares, type StandardOptions } from '../standardMiddlewares.ts'
import { createInProcessTransport, type Handler, type ReceivedRequest } from '../testing.ts'

export const START = 1_732_238_512_345

export const ok = (data: unknown = null) => ({
  body: { code: '0', status: 'success', msg: 'success', data },
})
export const refused = (
  code: string,
  { msg = 'refused', data = null }: { msg?: string; data?: unknown } = {},
) => ({ body: { code, status: 'error', msg, data } })

export type Settings = Partial<StandardOptions> &
  Pick<Partial<RequestClientOptions>, 'onSessionExpired' | 'timeoutMs' | 'deadlineMs'>

export function createFixture(handler: Handler = () => ok(), settings: Settings = {}) {
  const clock = createManualClock(START)
  const random = createSeededRandom(7)
  const serverClock = createServerClock({ clock })
  const received: ReceivedRequest[] = []
  const presented: Presentation[] = []
  const transport = createInProcessTransport((request) => {
    received.push(request)
    return handler(request)
  })
  const { onSessionExpired, timeoutMs, deadlineMs, ...rest } = settings
  const limits = {
    ...(onSessionExpired ? { onSessionExpired } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  }
  const pipeline = standardMiddlewares({
    clock,
    serverClock,
    random,
    presenter: { present: (presentation) => void presented.push(presentation) },
    headers: {
      theme: () => 'dark',
      terminalCode: () => '0123456789abcdef0123456789abcdef',
      deviceLanguage: () => 'en-US',
      locale: () => 'en',
      languageTag: () => 'en',
      realm: () => 'live',
    },
    languageType: () => 0,
    ...rest,
  })
  const client = createRequestClient({
    transport,
    clock,
    random,
    serverClock,
    ...pipeline,
    ...(rest.texts ? { texts: rest.texts } : {}),
    ...limits,
  })
  return { client, clock, random, serverClock, received, presented, pipeline, transport }
}

export const textOf = (request: ReceivedRequest | undefined) =>
  new TextDecoder().decode(request?.body)
export const jsonOf = (request: ReceivedRequest | undefined) =>
  JSON.parse(textOf(request)) as Record<string, unknown>
export const queryOf = (request: ReceivedRequest | undefined) =>
  new URL(request?.url ?? '', 'http://host').searchParams

/** Returns the error of a rejected promise; throws if it resolves. */
export async function rejectionOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('it resolved')
}

/** A promise with its resolve and reject functions. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
