export interface Gateway {
  readonly port: number;
  requests(): number;
  close(): void;
}

export function startGateway(options?: {
  readonly delayMs?: number;
  readonly share?: number;
  readonly kinds?: readonly string[];
  readonly onRequest?: (number: number) => void;
}): Promise<Gateway>;

export function csvRows(count: number): Generator<string>;

export function gatewayEnv(
  port: number,
): Record<'PVG_ENVIRONMENT' | 'PVG_GATEWAY_URL' | 'PVG_CLIENT_ID' | 'PVG_CLIENT_SECRET', string>;
