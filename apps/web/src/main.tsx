import '@fontsource-variable/inter/index.css'
import '@x/ui/tokens.css'
import '@x/ui/base.css'
import './app/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { Providers } from './app/Providers.tsx'
import { startApp } from './app/startApp.ts'
import { readConfig } from './config.ts'

const { services, store, router } = await startApp(readConfig())
const root = document.getElementById('app')
if (!root) throw new Error('The page has no element for the app')

createRoot(root).render(
  <StrictMode>
    <Providers services={services} store={store}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
