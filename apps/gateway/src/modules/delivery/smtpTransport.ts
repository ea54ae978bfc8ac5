import { createTransport } from 'nodemailer'
import { DeliveryError, type Transport } from './ports/Transport.ts'

const TIMEOUT_MS = 20_000
const CONNECTIONS = 3
/** Where nobody but this machine listens, mail may travel in clear. */
const LOOPBACK = /^(?:localhost|127\.|\[?::1)/

/**
 * Mail by SMTP. `url` is `smtps://user:password@host`, or `smtp://…` with STARTTLS, which is
 * demanded of every host but this machine.
 */
export function createSmtpTransport({
  url,
  from,
}: {
  readonly url: string
  /** `Name <address>` or an address. */
  readonly from: string
}): Transport {
  const { hostname, protocol, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  const mailer = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !LOOPBACK.test(hostname),
    ignoreTLS: !isSecure && LOOPBACK.test(hostname),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await mailer.sendMail({
          from,
          // An object: text would be read as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw deliveryError(error)
      }
    },
    close: () => mailer.close(),
  }
}

/** Only an answer of 5xx about this message is final; a refused log-in is the operator's fault. */
function deliveryError(error: unknown): DeliveryError {
  const { responseCode, code, command } = (error ?? {}) as {
    readonly responseCode?: number
    readonly code?: string
    readonly command?: string
  }
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return new DeliveryError({
    isFinal: isAboutMessage && responseCode !== undefined && responseCode >= 500,
    reply: String(responseCode ?? code ?? 'failed'),
  })
}
