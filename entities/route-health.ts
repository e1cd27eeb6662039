import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/** Failures of a route in a row; a healthy one has no line. */
@Entity('route_health')
export class RouteHealth {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'route_health_pk' }) provider!: string;
  @PrimaryColumn({
    type: 'text',
    name: 'upstream_model',
    primaryKeyConstraintName: 'route_health_pk',
  })
  upstreamModel!: string;
  @Column({ type: 'integer' }) failures!: number;
  @Column({ ...TIME, name: 'rests_until' }) restsUntil!: Date;
}
