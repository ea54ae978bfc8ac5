import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/** Variables with a secret in them. `NAME_FILE` names a file that holds it instead. */
export const SECRETS = [
  'COMMAND_LOG_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'NATS_URL',
  'REDIS_URL',
  'SMTP_URL',
  'TELEGRAM_BOT_TOKEN',
  'TEXT_HOOK_TOKEN',
] as const

/**
 * The environment and what its files of secrets hold.
 * @throws Error that names the variable, never what a file has
 */
export function withSecretFiles(environment: Environment): Environment {
  const read = SECRETS.flatMap((name) => {
    const file = environment[`${name}_FILE`]?.trim()
    return file ? [[name, readSecret(environment, { name, file })] as const] : []
  })
  return { ...environment, ...Object.fromEntries(read) }
}

function readSecret(
  environment: Environment,
  { name, file }: { readonly name: string; readonly file: string },
): string {
  if (environment[name]?.trim()) throw new Error(`Set ${name} or ${name}_FILE, not both.`)
  const text = contentOf(file, name)
  if (text === '') throw new Error(`The file of ${name}_FILE is empty.`)
  return text
}

function contentOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(`The file of ${name}_FILE cannot be read: ${file}`, { cause })
  }
}
