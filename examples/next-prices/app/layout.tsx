import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { preferencesOfCookies } from '@x/locale'
import '@x/ui/tokens.css'
import '@x/ui/base.css'
import '@x/ui/button.css'
import '@x/ui/data-table.css'
import '@x/ui/empty-state.css'
import '@x/ui/number.css'
import '@x/ui/panel.css'
import { Providers } from './Providers'

export const metadata = { title: 'Prices' }

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const jar = await cookies()
  const initial = preferencesOfCookies((name) => jar.get(name)?.value)
  return (
    <html lang="en" data-theme="dark">
      <body>
        <Providers initial={initial}>{children}</Providers>
      </body>
    </html>
  )
}
