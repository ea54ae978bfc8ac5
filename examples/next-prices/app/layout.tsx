import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { htmlAttributes, preferencesOfCookies } from '@x/locale'
import '@x/ui/reset.css'
import '@x/ui/styles.css'
import { Providers } from './Providers'

export const metadata = { title: 'Prices' }

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const jar = await cookies()
  const initial = preferencesOfCookies((name) => jar.get(name)?.value)
  return (
    <html {...htmlAttributes(initial.locale ?? 'en')} data-theme="dark">
      <body>
        <Providers initial={initial}>{children}</Providers>
      </body>
    </html>
  )
}
