/** Joins `prefix` with each of the space-separated `suffixes`. */
const under = (head: string, tails: string) => tails.split(' ').map((tail) => head + tail)

/**
 * The endpoints that need a device token (spec section 7, in its order). Where the specification
 * names only groups, the paths are the reference gateway's (docs/adr/device.md).
 */
export const PROTECTED_ENDPOINTS: readonly string[] = [
  // login and login verification (agency login, system login, QR key status, auth login)
  ...under(
    '/v1/user/',
    'login login/verify login/verify/v2 agency/login ' +
      'qr/verifySystemLogin qr/getQrKeyStatus auth/login',
  ),
  // register by mobile or email
  ...under('/v1/user/register/', 'mobile email mobileAndEmail'),
  // third-party register, sign and check (Apple, Google, Telegram, wallet, oauth, bind)
  ...under('/v1/user/third/', 'apple google tg wallet oauth').flatMap((provider) =>
    under(`${provider}/`, 'register sign check'),
  ),
  ...under('/v1/user/third/bind/', 'check choose'),
  // sub-account switching
  ...under(
    '/v1/user/sub-account/',
    'switchLoginDemo switchTradeDemo switLogin switchWeb switchApp',
  ),
  // security verification such as withdraw no-password flag and fido2 registration; red packet
  // creation; swap web3 sign and withdraw; P2P advert edit and publish, put-coin confirmation, add
  // payment method; spot withdraw and batch withdraw query; message verification code send
  ...under(
    '/v1/',
    'user/securityVerify user/security/withdrawNoPassword user/security/fido2/register ' +
      'redpacket/create swap/web3/sign swap/web3/withdraw ' +
      'p2p/advert/edit p2p/advert/publish p2p/order/confirmPutCoin p2p/payment/add ' +
      'spot/withdraw/apply spot/withdraw/batchQuery user/message/sendCode',
  ),
]
