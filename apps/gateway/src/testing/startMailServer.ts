import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const CHILD = fileURLToPath(new URL('smtpChild.ts', import.meta.url))

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly user: string | null
  /** As it came over the wire, headers included. */
  readonly raw: string
}

export interface MailServer {
  readonly port: number
  readonly received: readonly ReceivedMail[]
  /** The mail to `to` that holds `part`; waits for it. */
  mailTo(to: string, part?: string): Promise<ReceivedMail>
  stop(): Promise<void>
}

/** A real mail server in a process of its own. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', CHILD, String(port)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: child.stdout })
  const received: ReceivedMail[] = []
  const [first] = (await once(lines, 'line')) as [string]
  lines.on('line', (line: string) => {
    received.push(JSON.parse(line) as ReceivedMail)
    lines.emit('mail')
  })
  return {
    port: (JSON.parse(first) as { port: number }).port,
    received,
    async mailTo(to, part = '') {
      for (;;) {
        const found = received.findLast(
          (mail) => mail.to.includes(to) && textOf(mail).includes(part),
        )
        if (found) return found
        await once(lines, 'mail')
      }
    },
    async stop() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'close')
    },
  }
}

/** The plain text of a mail, decoded. */
export function textOf({ raw }: ReceivedMail): string {
  const plain = raw.split(/\r\n--/).find((part) => /content-type: text\/plain/i.test(part)) ?? raw
  const [head = '', ...body] = plain.split('\r\n\r\n')
  const text = body.join('\n\n')
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  if (!/transfer-encoding: quoted-printable/i.test(head)) return text
  return Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}

/** The six digits of a mail. */
export const codeOf = (mail: ReceivedMail): string => /\b\d{6}\b/.exec(textOf(mail))?.[0] ?? ''
