// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Seaport} from "seaport-core/src/Seaport.sol";
import {OrderComponents, OrderParameters} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {vm} from "./Vm.sol";

/// @return The terms with the counter that makes their hash the seller's current one.
function componentsOf(Seaport seaport, OrderParameters memory terms) view returns (OrderComponents memory) {
    return OrderComponents(
        terms.offerer,
        terms.zone,
        terms.offer,
        terms.consideration,
        terms.orderType,
        terms.startTime,
        terms.endTime,
        terms.zoneHash,
        terms.salt,
        terms.conduitKey,
        seaport.getCounter(terms.offerer)
    );
}

/// @return What the holder of `key` signs so that Seaport carries the terms out.
function signTerms(Seaport seaport, OrderParameters memory terms, uint256 key) view returns (bytes memory) {
    bytes32 orderHash = seaport.getOrderHash(componentsOf(seaport, terms));
    (, bytes32 domainSeparator,) = seaport.information();
    bytes32 digest = keccak256(abi.encodePacked(hex"1901", domainSeparator, orderHash));
    (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
    return abi.encodePacked(r, s, v);
}
