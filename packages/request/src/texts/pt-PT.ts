import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Aviso',
  timeout: 'O pedido excedeu o tempo limite!',
  expired: 'Sessão expirada, inicie sessão novamente',
  loginRequired: 'Inicie sessão para aceder',
  systemBusy: 'O sistema está ocupado',
  notFound: 'Erro no pedido',
  forbidden: 'O pedido não é permitido',
}
