import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs the lines that the page of keys shows for curl, as a user would paste them. */
export async function runExample(text: string): Promise<object> {
  const { stdout } = await run('bash', ['-c', text.replace('curl ', 'curl -s ')], {
    env: { ...process.env, NO_PROXY: 'localhost,127.0.0.1', no_proxy: 'localhost,127.0.0.1' },
  })
  return JSON.parse(stdout) as object
}
