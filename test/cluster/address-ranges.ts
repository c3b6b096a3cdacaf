/** The addresses that one control plane and its node use for Services and pods. */
export interface AddressRanges {
  /** Of Services, CIDR. */
  readonly services: string;
  /** The first Service's, `kubernetes`: pods reach the API server there. */
  readonly apiServerAddress: string;
  /** Of pods, CIDR. */
  readonly pods: string;
  /** The node's own among them. */
  readonly podGateway: string;
}

/** How many ranges there are, so that several control planes on one machine hardly ever meet. */
const count = 2048;

/** Ranges for a control plane, by its port: Services in 10.96.0.0/13, pods in 10.104.0.0/13. */
export function addressRanges(port: number): AddressRanges {
  const index = port % count;
  const [high, low] = [index >> 8, index & 255];
  return {
    services: `10.${96 + high}.${low}.0/24`,
    apiServerAddress: `10.${96 + high}.${low}.1`,
    pods: `10.${104 + high}.${low}.0/24`,
    podGateway: `10.${104 + high}.${low}.1`,
  };
}
