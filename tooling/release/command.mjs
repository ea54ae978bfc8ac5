import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { childEnvironment } from '../bootstrap/run.mjs'

const execute = promisify(execFile)

/**
 * Runs a command and resolves to what it printed, without the last line break.
 *
 * @throws an error whose `output` is all that the command said
 */
export async function output(command, args, { cwd, env = {} }) {
  try {
    const { stdout } = await execute(command, args, {
      cwd,
      env: childEnvironment(env),
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout.trimEnd()
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? error}`
    throw Object.assign(
      new Error(`${command} ${args.slice(0, 3).join(' ')} failed:\n${said.slice(-2000)}`),
      { output: said },
    )
  }
}

/** Git in a repository. */
export const git = (top, ...args) => output('git', args, { cwd: top })
