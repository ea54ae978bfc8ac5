/** What the gateway's program does instead of serving: `main.ts <command> …`. */
type Command = (
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  say: (line: string) => void,
) => Promise<void>

/** Each loads what it needs and nothing else. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  'verify-audit': async () => (await import('./auditCommands.ts')).verifyAuditCommand,
  'rotate-server-key': async () => (await import('./rotateServerKey.ts')).rotateServerKeyCommand,
  'api-key': async () => (await import('./apiKeyCommand.ts')).apiKeyCommand,
  audit: async () => (await import('./auditCommands.ts')).auditCommand,
  'replay-log': async () => (await import('./replayCommand.ts')).replayCommand,
  'upgrade-rules': async () => (await import('./upgradeRules.ts')).upgradeRulesCommand,
  'rebuild-from-ledger': async () => (await import('./rebuildFromLedger.ts')).rebuildFromLedger,
}

/** @throws Error for an unknown command, and what the command throws. */
export async function runCommand(name: string, args: readonly string[]): Promise<void> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load)
    throw new Error(
      `Unknown command ${JSON.stringify(name)}. Commands: ` +
        `${Object.keys(COMMANDS).join(', ')}; none starts the gateway.`,
    )
  const command = await load()
  await command(process.env, args, (line) => process.stdout.write(`${line}\n`))
}
