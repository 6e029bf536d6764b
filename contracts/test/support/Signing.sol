// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "./Vm.sol";

/// @notice What a seller signs; written out here on its own, so that a slip in the contract is not repeated.
struct Listing {
    address seller;
    uint256 tokenId;
    address buyer;
    uint256 priceUsdCents;
    uint256 expiry;
    uint256 version;
    uint256 epoch;
}

/// @notice What an owner signs to send a token outside.
struct Withdrawal {
    address owner;
    uint256 tokenId;
    address to;
    uint256 expiry;
    uint256 version;
    uint256 epoch;
}

/// @notice EIP-712 and EIP-2098 as a wallet does them.
library Signing {
    function domain(address verifier, uint256 chainId) internal pure returns (bytes32) {
        bytes32 typeHash =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(typeHash, keccak256("Verso"), keccak256("1"), chainId, verifier));
    }

    function digest(address verifier, uint256 chainId, Listing memory listing) internal pure returns (bytes32) {
        bytes32 typeHash = keccak256(
            "Listing(address seller,uint256 tokenId,address buyer,uint256 priceUsdCents,uint256 expiry,uint256 version,uint256 epoch)"
        );
        return
            keccak256(abi.encodePacked(hex"1901", domain(verifier, chainId), keccak256(abi.encode(typeHash, listing))));
    }

    function digest(address verifier, uint256 chainId, Withdrawal memory withdrawal) internal pure returns (bytes32) {
        bytes32 typeHash = keccak256(
            "Withdrawal(address owner,uint256 tokenId,address to,uint256 expiry,uint256 version,uint256 epoch)"
        );
        return
            keccak256(
                abi.encodePacked(hex"1901", domain(verifier, chainId), keccak256(abi.encode(typeHash, withdrawal)))
            );
    }

    function compactSign(uint256 key, bytes32 hash) internal pure returns (bytes32 r, bytes32 vs) {
        (uint8 v, bytes32 sigR, bytes32 s) = vm.sign(key, hash);
        return (sigR, v == 28 ? s | bytes32(uint256(1) << 255) : s);
    }
}
