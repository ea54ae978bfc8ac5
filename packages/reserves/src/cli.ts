#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { runCommand } from './server/runCommand.ts'

const { code, out, err } = await runCommand(process.argv.slice(2), {
  read: (file) => readFileSync(file, 'utf8'),
})
process.stdout.write(out)
process.stderr.write(err)
process.exitCode = code
