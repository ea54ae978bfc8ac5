#!/usr/bin/env node
import { runCommand } from './compiler/commandLine.ts'

const { code, out, err } = runCommand(process.argv.slice(2))
process.stdout.write(out)
process.stderr.write(err)
process.exitCode = code
