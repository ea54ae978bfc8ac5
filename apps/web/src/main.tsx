import '@fontsource-variable/inter/index.css'
import '@x/ui/tokens.css'
import '@x/ui/base.css'
import '@x/ui/reset.css'
import './app/shell/app.css'
import cryptoScript from 'virtual:crypto-script'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AddressRouter } from './app/router/AddressRouter.tsx'
import { AppRoutes } from './app/shell/AppRoutes.tsx'
import { NavigateBridge } from './app/router/NavigateBridge.tsx'
import { Providers } from './app/startup/Providers.tsx'
import { startApp } from './app/startup/startApp.ts'
import { readConfig } from './lib/config/config.ts'

/**
 * No await at the top: texts that share code with this module would wait for it, and it for them.
 */
async function showApp(): Promise<void> {
  const { services, store, setNavigate } = await startApp({ ...readConfig(), cryptoScript })
  const root = document.getElementById('app')
  if (!root) throw new Error('The page has no element for the app')
  // The page's own notice that nothing came; should something have failed on the way, the app is
  // here all the same.
  document.getElementById('start-failed')?.remove()
  createRoot(root).render(
    <StrictMode>
      <Providers services={services} store={store}>
        <AddressRouter>
          <NavigateBridge onReady={setNavigate} />
          <AppRoutes />
        </AddressRouter>
      </Providers>
    </StrictMode>,
  )
}

// A failure is left to the page's first script, which needs no file to say so.
void showApp()
