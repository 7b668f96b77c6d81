import type { UUID } from 'node:crypto';

/** Whether requests are allowed under a limit. */
type RateLimitStatus = 'allowed' | 'allowed_warning' | 'rejected';

/** A limit of your plan. */
export type RateLimitInfo = {
  /** Whether requests are allowed. */
  status: RateLimitStatus;
  /** When the limit resets, in seconds since 1970. */
  resetsAt?: number;
  /** Which limit it is. */
  rateLimitType?:
    | 'five_hour'
    | 'seven_day'
    | 'seven_day_opus'
    | 'seven_day_sonnet'
    | 'seven_day_overage_included'
    | 'overage';
  /** How much of the limit is used. */
  utilization?: number;
  /** Whether usage beyond the plan is allowed. */
  overageStatus?: RateLimitStatus;
  /** When the limit of that usage resets, in seconds since 1970. */
  overageResetsAt?: number;
  /** Why there is no usage beyond the plan. */
  overageDisabledReason?:
    | 'overage_not_provisioned'
    | 'org_level_disabled'
    | 'org_level_disabled_until'
    | 'org_service_level_disabled'
    | 'seat_tier_level_disabled'
    | 'seat_tier_zero_credit_limit'
    | 'group_zero_credit_limit'
    | 'member_level_disabled'
    | 'member_zero_credit_limit'
    | 'out_of_credits'
    | 'no_limits_configured'
    | 'fetch_error'
    | 'unknown';
  /** Whether requests count as usage beyond the plan. */
  isUsingOverage?: boolean;
  /** Whether usage beyond the plan is in use. */
  overageInUse?: boolean;
  /** Whether usage beyond the plan is turned on. */
  overageEnabled?: boolean;
  /** The threshold that was passed, if this is a warning. */
  surpassedThreshold?: number;
  /** What the limit applies to, if it is not the account. */
  limitScope?: 'service' | 'channel' | 'group_pool';
  /** A code that says what the user can do. */
  errorCode?: 'credits_required';
  /** Whether the user can buy credits. */
  canUserPurchaseCredits?: boolean;
  /** Whether the account has a way to pay. */
  hasChargeableSavedPaymentMethod?: boolean;
};

/** The state of your plan's rate limit changed. */
export type RateLimitEventMessage = {
  type: 'rate_limit_event';
  /** The limit. */
  rate_limit_info: RateLimitInfo;
  /** The id of this message. */
  uuid: UUID;
  /** The conversation that this message belongs to. */
  session_id: string;
};
