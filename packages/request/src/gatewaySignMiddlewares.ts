import type { Random } from '@x/kit'
import type { ServerClock } from './createServerClock.ts'
import { afterLogin } from './logical-middlewares/afterLogin.ts'
import { encryption } from './logical-middlewares/encryption.ts'
import { loginLock } from './logical-middlewares/loginLock.ts'
import type { LogicalMiddleware, WireMiddleware } from './middleware.ts'
import type { GatewaySignPort } from './ports.ts'
import type { ReadEnvelope } from './readBody.ts'
import type { RequestTexts } from './texts/en.ts'
import { sign } from './wire-middlewares/sign.ts'

interface Options {
  readonly gatewaySign: GatewaySignPort | undefined
  readonly serverClock: Pick<ServerClock, 'now'>
  readonly random: Random
  readonly texts: () => RequestTexts
  readonly readEnvelope: ReadEnvelope | undefined
}

/** The middlewares of a signer, one list a place in the order; empty where it lacks the method. */
export function gatewaySignMiddlewares({
  gatewaySign,
  serverClock,
  random,
  texts,
  readEnvelope,
}: Options): {
  readonly lock: LogicalMiddleware[]
  readonly binding: LogicalMiddleware[]
  readonly encrypting: LogicalMiddleware[]
  readonly signing: WireMiddleware[]
} {
  const bind = gatewaySign?.afterLogin?.bind(gatewaySign)
  const withLoginLock = gatewaySign?.withLoginLock?.bind(
    gatewaySign,
  ) as GatewaySignPort['withLoginLock']
  return {
    lock: withLoginLock ? [loginLock({ withLoginLock, serverClock, random })] : [],
    binding: bind ? [afterLogin({ binder: { afterLogin: bind }, texts, readEnvelope })] : [],
    encrypting: gatewaySign ? [encryption({ encryptor: gatewaySign, texts })] : [],
    signing: gatewaySign ? [sign({ signer: gatewaySign, texts })] : [],
  }
}
