import { Initial1763700000001 } from './0001-initial.js';
import { Uploads1763700000002 } from './0002-uploads.js';
import { UploadDuration1763700000003 } from './0003-upload-duration.js';
import { Characters1763700000004 } from './0004-characters.js';
import { Webhooks1763700000005 } from './0005-webhooks.js';
import { Upstreams1763700000006 } from './0006-upstreams.js';
import { UploadSize1763700000007 } from './0007-upload-size.js';
import { Makers1763700000008 } from './0008-makers.js';
import { VisionCalls1763700000009 } from './0009-vision-calls.js';
import { UploadLimits1763700000010 } from './0010-upload-limits.js';
import { Rights1763700000011 } from './0011-rights.js';
import { SecretsAndOrder1763700000012 } from './0012-secrets-and-order.js';
import { OpenRuns1763700000013 } from './0013-open-runs.js';
import { RelayTurns1763700000014 } from './0014-relay-turns.js';
import { Traceparent1763700000015 } from './0015-traceparent.js';
import { OrdersSent1763700000016 } from './0016-orders-sent.js';
import { FailureTexts1763700000017 } from './0017-failure-texts.js';
import { Social1763700000018 } from './0018-social.js';
import { Identity1763700000019 } from './0019-identity.js';
import { StepsAndUsage1763700000020 } from './0020-steps-and-usage.js';
import { Words1763700000021 } from './0021-words.js';
import { Agents1763700000022 } from './0022-agents.js';
import { UploadBoxes1763700000023 } from './0023-upload-boxes.js';
import { Accept1763700000024 } from './0024-accept.js';
import { Growth1763700000026 } from './0026-growth.js';
import { FewerWrites1763700000027 } from './0027-fewer-writes.js';
import { AnswersByPlace1763700000028 } from './0028-answers-by-place.js';
import { ChargeFunctions1763700000030 } from './0030-charge-functions.js';
import { TeamKeyMakers1763700000050 } from './0050-team-key-makers.js';
import { RecordNetworks1763700000051 } from './0051-record-networks.js';
import { UnkeyedRequests1763700000052 } from './0052-unkeyed-requests.js';
import { MetadataAndCallbacks1763700000053 } from './0053-metadata-and-callbacks.js';
import { Progress1763700000054 } from './0054-progress.js';
import { DeviceLogins1763700000055 } from './0055-device-logins.js';
import { ContentCredentials1763700000056 } from './0056-content-credentials.js';
import { Watermarks1763700000057 } from './0057-watermarks.js';
import { SignedBy1763700000058 } from './0058-signed-by.js';
import { TitlesAndFavorites1763700000059 } from './0059-titles-and-favorites.js';
import { Lineage1763700000060 } from './0060-lineage.js';
import { Collections1763700000061 } from './0061-collections.js';
import { TitleWords1763700000062 } from './0062-title-words.js';
import { Calendar1763700000063 } from './0063-calendar.js';
import { Speech1763700000070 } from './0070-speech.js';
import { Voices1763700000072 } from './0072-voices.js';

/** Migrations in the order of execution. */
export const MIGRATIONS = [
  Initial1763700000001,
  Uploads1763700000002,
  UploadDuration1763700000003,
  Characters1763700000004,
  Webhooks1763700000005,
  Upstreams1763700000006,
  UploadSize1763700000007,
  Makers1763700000008,
  VisionCalls1763700000009,
  UploadLimits1763700000010,
  Rights1763700000011,
  SecretsAndOrder1763700000012,
  OpenRuns1763700000013,
  RelayTurns1763700000014,
  Traceparent1763700000015,
  OrdersSent1763700000016,
  FailureTexts1763700000017,
  Social1763700000018,
  Identity1763700000019,
  StepsAndUsage1763700000020,
  Words1763700000021,
  Agents1763700000022,
  UploadBoxes1763700000023,
  Accept1763700000024,
  Growth1763700000026,
  FewerWrites1763700000027,
  AnswersByPlace1763700000028,
  ChargeFunctions1763700000030,
  TeamKeyMakers1763700000050,
  RecordNetworks1763700000051,
  UnkeyedRequests1763700000052,
  MetadataAndCallbacks1763700000053,
  Progress1763700000054,
  DeviceLogins1763700000055,
  ContentCredentials1763700000056,
  Watermarks1763700000057,
  SignedBy1763700000058,
  TitlesAndFavorites1763700000059,
  Lineage1763700000060,
  Collections1763700000061,
  TitleWords1763700000062,
  Calendar1763700000063,
  Speech1763700000070,
  Voices1763700000072,
];
