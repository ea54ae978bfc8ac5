import type { Plugin } from 'vite'

/**
 * In development Vite serves the page, so it writes into it what the gateway would: the issuer's
 * certificate, asked from the gateway.
 */
export function gatewayConfig(gateway: string): Plugin {
  return {
    name: 'gateway-config',
    apply: 'serve',
    async transformIndexHtml(html) {
      const config = { issuerCertificates: [await issuerCertificate(gateway)], development: true }
      // "<" would end the element early.
      const json = JSON.stringify(config).replaceAll('<', '\\u003c')
      return html.replace('__X_CONFIG__', () => json).replaceAll('__CSP_NONCE__', '')
    },
  }
}

async function issuerCertificate(gateway: string): Promise<string> {
  const answer = await fetch(`${gateway}/v1/mix/config/issuerCertificate`)
  const { data } = (await answer.json()) as { data: { pem: string } }
  return data.pem
}
