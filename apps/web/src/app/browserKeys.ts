import type { AsyncKeyValueStorage, Reporter } from '@x/kit'
import type { BrowserPorts } from '@x/kit/browser'
import { createAsyncStorage } from '@x/storage'

/** Where the keys of signing are kept. */
export const browserKeys = ({
  openChannel,
  reporter,
}: Pick<BrowserPorts, 'openChannel'> & { readonly reporter: Reporter }): AsyncKeyValueStorage =>
  // A database takes seconds to open on a busy machine; a fallback cannot store CryptoKeys.
  createAsyncStorage({ name: 'x_local_cache', openTimeoutMs: 10_000, openChannel, reporter })
