/**
 * Every folder of message catalogs. `out` is where its modules go; without one the catalog is read
 * as it is. `sources` use its ids: an id that none of them names is unused.
 * @type {readonly { messages: string, out?: string, sources: readonly string[] }[]}
 */
export const CATALOGS = [
  {
    messages: 'apps/web/messages',
    out: 'apps/web/src/generated/messages',
    sources: ['apps/web/{src/*,src/!(generated)/**/*,build/*}.{ts,tsx}'],
  },
  {
    messages: 'packages/ui/messages',
    out: 'packages/ui/src/generated/strings',
    sources: ['packages/ui/src/!(generated|strings)/**/*.{ts,tsx}'],
  },
  { messages: 'apps/gateway/messages', sources: ['apps/gateway/src/modules/captcha/browser/*.ts'] },
]
