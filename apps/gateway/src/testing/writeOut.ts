import { writeSync } from 'node:fs'

/**
 * Writes a line to standard output at once and whole, however full the pipe is: a process that is
 * killed next has said it.
 */
export function writeOut(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(1, bytes, done)
    } catch (error) {
      // The pipe is full: its reader makes space.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}
