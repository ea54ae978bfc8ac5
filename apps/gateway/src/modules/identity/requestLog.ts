import { traceIdOf, type Log } from '../../platform/log/Log.ts'
import { GatewayError, type GatewayRequest } from '../../platform/http/route.ts'

/** Calls that are repeated by the second and change nothing. */
const SILENT: ReadonlySet<string> = new Set(['/v1/user/qr/getQrKeyStatus'])

/**
 * One line for each try of a call that opens, proves or changes something of an account: which
 * call, under which trace id, whose, how it ended. Neither names nor addresses, and no field of the
 * request: what was sent may be a secret, mistyped or not.
 */
export function createAudit(log: Log) {
  return async (
    request: GatewayRequest,
    run: (request: GatewayRequest) => Promise<unknown>,
  ): Promise<unknown> => {
    const { path, session } = request
    const trace = traceIdOf(request.headers)
    const write = (outcome: string, userId: string | undefined) =>
      SILENT.has(path) ||
      log.info('Account', {
        call: path,
        trace,
        outcome,
        user: userId,
        session: session?.sessionId.slice(0, 8),
      })
    try {
      const answer = await run(request)
      write('0', userOf(answer) ?? session?.userId)
      return answer
    } catch (error) {
      write(error instanceof GatewayError ? error.code : 'fault', session?.userId)
      throw error
    }
  }
}

/** The user whom an answer logs in. */
function userOf(answer: unknown): string | undefined {
  const { userInfo, accessTokenResVO } = (answer ?? {}) as {
    userInfo?: { userId?: string }
    accessTokenResVO?: { userInfo?: { userId?: string } }
  }
  return userInfo?.userId ?? accessTokenResVO?.userInfo?.userId
}
